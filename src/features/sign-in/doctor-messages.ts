/** What the doctor finds out about the identity provider, and what to do about it. */
export const doctorMessages = {
  development: 'Staff sign in at the development provider because OIDC_ISSUER is not set.',
  fine: (issuer: string) => `${issuer} responds, and supports what the portal needs.`,
  failed: (issuer: string, code: string) => `The metadata of ${issuer} cannot be read (${code}).`,
  failedAdvice:
    'Nobody can sign in there. Compare OIDC_ISSUER with the issuer in /.well-known/openid-configuration, and check the firewall. For a private certificate authority, set NODE_EXTRA_CA_CERTS.',
  noPkce: (issuer: string) => `${issuer} does not support the code challenge method S256.`,
  noPkceAdvice:
    'Turn on PKCE with S256 for the portal at the identity provider: nobody can sign in without it.',
  noLogout: (issuer: string) => `${issuer} does not advertise back-channel logout.`,
  noLogoutAdvice:
    'Turn it on if the provider offers it; without it, a session here outlasts a sign-out elsewhere. docs/going-to-production.md explains how.',
}
