"""`check` and `assert_agreement`, with the baseline that they compare with."""
