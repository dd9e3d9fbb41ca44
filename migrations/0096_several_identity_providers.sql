-- The identity provider that a person has been led to, by its name in OIDC_PROVIDERS; null for the one of OIDC_ISSUER. A
-- callback of another provider does not complete the sign-in.

alter table sign_in_attempt add column provider text;
