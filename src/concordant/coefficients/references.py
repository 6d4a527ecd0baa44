"""The papers and books that the catalogue cites, by key."""

from __future__ import annotations

REFERENCES = {
    "bangdiwala1985": (
        "Bangdiwala, S. I. (1985). A graphical test for observer agreement. Proceedings of the 45th Session "
        "of the International Statistical Institute, Amsterdam, 307–308."
    ),
    "bennett1954": (
        "Bennett, E. M., Alpert, R., & Goldstein, A. C. (1954). Communications through limited-response "
        "questioning. Public Opinion Quarterly, 18(3), 303–308."
    ),
    "bland1986": (
        "Bland, J. M., & Altman, D. G. (1986). Statistical methods for assessing agreement between two "
        "methods of clinical measurement. The Lancet, 327(8476), 307–310."
    ),
    "brennan1981": (
        "Brennan, R. L., & Prediger, D. J. (1981). Coefficient kappa: Some uses, misuses, and alternatives. "
        "Educational and Psychological Measurement, 41(3), 687–699."
    ),
    "byrt1993": (
        "Byrt, T., Bishop, J., & Carlin, J. B. (1993). Bias, prevalence and kappa. Journal of Clinical "
        "Epidemiology, 46(5), 423–429."
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
    "davies1982": (
        "Davies, M., & Fleiss, J. L. (1982). Measuring agreement for multinomial data. Biometrics, 38(4), "
        "1047–1051."
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
    "kendall1938": "Kendall, M. G. (1938). A new measure of rank correlation. Biometrika, 30(1–2), 81–93.",
    "kendall1939": (
        "Kendall, M. G., & Babington Smith, B. (1939). The problem of m rankings. Annals of Mathematical "
        "Statistics, 10(3), 275–287."
    ),
    "kendall1945": (
        "Kendall, M. G. (1945). The treatment of ties in ranking problems. Biometrika, 33(3), 239–251."
    ),
    "krippendorff2011": (
        "Krippendorff, K. (2011). Computing Krippendorff's alpha-reliability. University of Pennsylvania, "
        "Annenberg School for Communication, Departmental Papers 43."
    ),
    "light1971": (
        "Light, R. J. (1971). Measures of response agreement for qualitative data: Some generalizations and "
        "alternatives. Psychological Bulletin, 76(5), 365–377."
    ),
    "pearson1895": (
        "Pearson, K. (1895). Note on regression and inheritance in the case of two parents. Proceedings of "
        "the Royal Society of London, 58, 240–242."
    ),
    "randolph2005": (
        "Randolph, J. J. (2005). Free-marginal multirater kappa: An alternative to Fleiss' fixed-marginal "
        "multirater kappa. Joensuu Learning and Instruction Symposium, Joensuu, Finland."
    ),
    "scott1955": (
        "Scott, W. A. (1955). Reliability of content analysis: The case of nominal scale coding. Public "
        "Opinion Quarterly, 19(3), 321–325."
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
}
