"""The papers and books that the catalogue cites, by key."""

from __future__ import annotations

REFERENCES = {
    "bangdiwala1985": (
        "Bangdiwala, S. I. (1985). A graphical test for observer agreement. Proceedings of the 45th Session "
        "of the International Statistical Institute, Amsterdam, 307–308."
    ),
    "barnhart2002": (
        "Barnhart, H. X., Haber, M., & Song, J. (2002). Overall concordance correlation coefficient for "
        "evaluating agreement among multiple observers. Biometrics, 58(4), 1020–1027."
    ),
    "bennett1954": (
        "Bennett, E. M., Alpert, R., & Goldstein, A. C. (1954). Communications through limited-response "
        "questioning. Public Opinion Quarterly, 18(3), 303–308."
    ),
    "bland1986": (
        "Bland, J. M., & Altman, D. G. (1986). Statistical methods for assessing agreement between two "
        "methods of clinical measurement. The Lancet, 327(8476), 307–310."
    ),
    "bland1996": ("Bland, J. M., & Altman, D. G. (1996). Measurement error. BMJ, 313(7059), 744."),
    "bland1999": (
        "Bland, J. M., & Altman, D. G. (1999). Measuring agreement in method comparison studies. "
        "Statistical Methods in Medical Research, 8(2), 135–160."
    ),
    "bland2007": (
        "Bland, J. M., & Altman, D. G. (2007). Agreement between methods of measurement with multiple "
        "observations per individual. Journal of Biopharmaceutical Statistics, 17(4), 571–582."
    ),
    "brennan1981": (
        "Brennan, R. L., & Prediger, D. J. (1981). Coefficient kappa: Some uses, misuses, and alternatives. "
        "Educational and Psychological Measurement, 41(3), 687–699."
    ),
    "brennan2001": ("Brennan, R. L. (2001). Generalizability theory. Springer."),
    "byrt1993": (
        "Byrt, T., Bishop, J., & Carlin, J. B. (1993). Bias, prevalence and kappa. Journal of Clinical "
        "Epidemiology, 46(5), 423–429."
    ),
    "carkeet2015": (
        "Carkeet, A. (2015). Exact parametric confidence intervals for Bland-Altman limits of agreement. "
        "Optometry and Vision Science, 92(3), e71–e80."
    ),
    "cohen1960": (
        "Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological "
        "Measurement, 20(1), 37–46."
    ),
    "cohen1968": (
        "Cohen, J. (1968). Weighted kappa: Nominal scale agreement with provision for scaled disagreement "
        "or partial credit. Psychological Bulletin, 70(4), 213–220."
    ),
    "conger1980": (
        "Conger, A. J. (1980). Integration and generalization of kappas for multiple raters. Psychological "
        "Bulletin, 88(2), 322–328."
    ),
    "cronbach1951": (
        "Cronbach, L. J. (1951). Coefficient alpha and the internal structure of tests. Psychometrika, "
        "16(3), 297–334."
    ),
    "cronbach1972": (
        "Cronbach, L. J., Gleser, G. C., Nanda, H., & Rajaratnam, N. (1972). The dependability of "
        "behavioral measurements. Wiley."
    ),
    "davies1982": (
        "Davies, M., & Fleiss, J. L. (1982). Measuring agreement for multinomial data. Biometrics, 38(4), "
        "1047–1051."
    ),
    "devet2006": (
        "de Vet, H. C. W., Terwee, C. B., Knol, D. L., & Bouter, L. M. (2006). When to use agreement "
        "versus reliability measures. Journal of Clinical Epidemiology, 59(10), 1033–1039."
    ),
    "eliasziw1994": (
        "Eliasziw, M., Young, S. L., Woodbury, M. G., & Fryday-Field, K. (1994). Statistical methodology "
        "for the concurrent assessment of interrater and intrarater reliability. Physical Therapy, 74(8), "
        "777–788."
    ),
    "feldt1965": (
        "Feldt, L. S. (1965). The approximate sampling distribution of Kuder-Richardson reliability "
        "coefficient twenty. Psychometrika, 30(3), 357–370."
    ),
    "finn1970": (
        "Finn, R. H. (1970). A note on estimating the reliability of categorical data. Educational and "
        "Psychological Measurement, 30(1), 71–76."
    ),
    "fleiss1969": (
        "Fleiss, J. L., Cohen, J., & Everitt, B. S. (1969). Large sample standard errors of kappa and "
        "weighted kappa. Psychological Bulletin, 72(5), 323–327."
    ),
    "fleiss1971": (
        "Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological Bulletin, "
        "76(5), 378–382."
    ),
    "fleiss1979": (
        "Fleiss, J. L., Nee, J. C. M., & Landis, J. R. (1979). Large sample variance of kappa in the case "
        "of different sets of raters. Psychological Bulletin, 86(5), 974–977."
    ),
    "gwet2008": (
        "Gwet, K. L. (2008). Computing inter-rater reliability and its variance in the presence of high "
        "agreement. British Journal of Mathematical and Statistical Psychology, 61(1), 29–48."
    ),
    "gwet2014": (
        "Gwet, K. L. (2014). Handbook of inter-rater reliability (4th ed.). Gaithersburg, MD: Advanced "
        "Analytics."
    ),
    "hubert1977": "Hubert, L. (1977). Kappa revisited. Psychological Bulletin, 84(2), 289–297.",
    "janson2001": (
        "Janson, H., & Olsson, U. (2001). A measure of agreement for interval or nominal multivariate "
        "observations. Educational and Psychological Measurement, 61(2), 277–289."
    ),
    "kendall1938": "Kendall, M. G. (1938). A new measure of rank correlation. Biometrika, 30(1–2), 81–93.",
    "kendall1939": (
        "Kendall, M. G., & Babington Smith, B. (1939). The problem of m rankings. Annals of Mathematical "
        "Statistics, 10(3), 275–287."
    ),
    "kendall1945": (
        "Kendall, M. G. (1945). The treatment of ties in ranking problems. Biometrika, 33(3), 239–251."
    ),
    "king2007": (
        "King, T. S., Chinchilli, V. M., & Carrasco, J. L. (2007). A repeated measures concordance "
        "correlation coefficient. Statistics in Medicine, 26(16), 3095–3113."
    ),
    "krippendorff2011": (
        "Krippendorff, K. (2011). Computing Krippendorff's alpha-reliability. University of Pennsylvania, "
        "Annenberg School for Communication, Departmental Papers 43."
    ),
    "light1971": (
        "Light, R. J. (1971). Measures of response agreement for qualitative data: Some generalizations and "
        "alternatives. Psychological Bulletin, 76(5), 365–377."
    ),
    "lin1989": (
        "Lin, L. I.-K. (1989). A concordance correlation coefficient to evaluate reproducibility. "
        "Biometrics, 45(1), 255–268."
    ),
    "lin2000": (
        "Lin, L. I.-K. (2000). Total deviation index for measuring individual agreement with applications "
        "in laboratory performance and bioequivalence. Statistics in Medicine, 19(2), 255–270."
    ),
    "lin2002": (
        "Lin, L., Hedayat, A. S., Sinha, B., & Yang, M. (2002). Statistical methods in assessing "
        "agreement: Models, issues, and tools. Journal of the American Statistical Association, 97(457), "
        "257–270."
    ),
    "linnet1990": (
        "Linnet, K. (1990). Estimation of the linear relationship between the measurements of two methods "
        "with proportional errors. Statistics in Medicine, 9(12), 1463–1473."
    ),
    "linnet1993": (
        "Linnet, K. (1993). Evaluation of regression procedures for methods comparison studies. Clinical "
        "Chemistry, 39(3), 424–432."
    ),
    "mcgraw1996": (
        "McGraw, K. O., & Wong, S. P. (1996). Forming inferences about some intraclass correlation "
        "coefficients. Psychological Methods, 1(1), 30–46."
    ),
    "passing1983": (
        "Passing, H., & Bablok, W. (1983). A new biometrical procedure for testing the equality of "
        "measurements from two different analytical methods. Journal of Clinical Chemistry and Clinical "
        "Biochemistry, 21(11), 709–720."
    ),
    "pearson1895": (
        "Pearson, K. (1895). Note on regression and inheritance in the case of two parents. Proceedings of "
        "the Royal Society of London, 58, 240–242."
    ),
    "randolph2005": (
        "Randolph, J. J. (2005). Free-marginal multirater kappa: An alternative to Fleiss' fixed-marginal "
        "multirater kappa. Joensuu Learning and Instruction Symposium, Joensuu, Finland."
    ),
    "robinson1957": (
        "Robinson, W. S. (1957). The statistical measurement of agreement. American Sociological Review, "
        "22(1), 17–25."
    ),
    "scott1955": (
        "Scott, W. A. (1955). Reliability of content analysis: The case of nominal scale coding. Public "
        "Opinion Quarterly, 19(3), 321–325."
    ),
    "searle1992": ("Searle, S. R., Casella, G., & McCulloch, C. E. (1992). Variance components. Wiley."),
    "shrout1979": (
        "Shrout, P. E., & Fleiss, J. L. (1979). Intraclass correlations: Uses in assessing rater "
        "reliability. Psychological Bulletin, 86(2), 420–428."
    ),
    "spearman1904": (
        "Spearman, C. (1904). The proof and measurement of association between two things. American Journal "
        "of Psychology, 15(1), 72–101."
    ),
    "spitzer1974": (
        "Spitzer, R. L., & Fleiss, J. L. (1974). A re-analysis of the reliability of psychiatric diagnosis. "
        "British Journal of Psychiatry, 125(587), 341–347."
    ),
    "willmott2005": (
        "Willmott, C. J., & Matsuura, K. (2005). Advantages of the mean absolute error (MAE) over the root "
        "mean square error (RMSE) in assessing average model performance. Climate Research, 30(1), 79–82."
    ),
    "zou2013": (
        "Zou, G. Y. (2013). Confidence interval estimation for the Bland–Altman limits of agreement with "
        "multiple observations per individual. Statistical Methods in Medical Research, 22(6), 630–642."
    ),
}
