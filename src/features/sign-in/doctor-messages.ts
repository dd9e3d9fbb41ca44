import { portalCommand } from '#platform/config/portal-command.ts'

/** What the doctor finds out about the identity provider, and what to do about it. */
export const doctorMessages = {
  development: 'Staff sign in at the development provider because OIDC_ISSUER is not set.',
  fine: (issuer: string) => `${issuer} responds, and supports what the portal needs.`,
  failed: (issuer: string, code: string) => `The metadata of ${issuer} cannot be read (${code}).`,
  failedAdvice:
    'Nobody can sign in there. Compare OIDC_ISSUER with the issuer in /.well-known/openid-configuration, and check the firewall. For a private certificate authority, set NODE_EXTRA_CA_CERTS.',
  noScim: 'No identity provider uses SCIM: rights follow from the claims of each sign-in and from commands.',
  scimCalled: (issuer: string, at: string) => `${issuer} uses SCIM, and last called at ${at}.`,
  scimNeverCalled: (issuer: string) => `${issuer} uses SCIM, but has never called.`,
  scimNeverCalledAdvice:
    'Only people whom the provider has sent can sign in. Turn on its provisioning, and compare the address and the token there. docs/identity-providers.md has the steps.',
  scimWithoutToken: (issuer: string) => `${issuer} uses SCIM, but has no token.`,
  scimWithoutTokenAdvice: `Only people whom the provider has sent can sign in. Create a token with ${portalCommand} service create NAME --may scim, or set OIDC_PROVISIONING to claims.`,
  noPkce: (issuer: string) => `${issuer} does not support the code challenge method S256.`,
  noPkceAdvice:
    'Turn on PKCE with S256 for the portal at the identity provider: nobody can sign in without it.',
  noLogout: (issuer: string) => `${issuer} does not advertise back-channel logout.`,
  noLogoutAdvice:
    'Turn it on if the provider offers it; without it, a session here outlasts a sign-out elsewhere. docs/going-to-production.md explains how.',
}
