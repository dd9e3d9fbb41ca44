import { z } from 'zod'
import { count, secret, setting, webAddress, wordList, words } from './setting-schemas.ts'

/** The limits on failed member logins and on concurrent password checks. */
export const memberSettings = {
  MEMBER_FAILURES_PER_ACCOUNT: setting(
    count().default(10),
    '10',
    'Failed logins to one member account within a minute before responses are delayed',
    '5',
  ),
  MEMBER_FAILURES_PER_ADDRESS: setting(
    count().default(100),
    '100',
    'Failed member logins from one address within a minute before responses are delayed',
    '50',
  ),
  PASSWORD_CHECK_CONCURRENCY: setting(
    count(64).default(2),
    '2',
    'Member passwords checked at once; each briefly uses 19 MB, and the rest wait their turn',
    '4',
  ),
  CARD_LOOKUP_FAILURES_PER_SESSION: setting(
    count().default(5),
    '5',
    'Requests that match no policy, per member session in 15 minutes, before the session is blocked; ten times as many from one address, or a hundred times as many in total, delay responses to the account',
    '3',
  ),
  CARD_LOOKUP_FAILURES_PER_POLICY: setting(
    count().default(5),
    '5',
    'The same limit per policy number, across all sessions of a client',
    '3',
  ),
}

/** How many cases, bills and letters a person can be shown in an hour before they have to say why. */
export const readingSettings = {
  READING_LIMIT_STAFF: setting(
    count().default(5000),
    '5000',
    'Distinct cases, bills and letters shown to one staff member of a client in an hour before the portal asks for a reason',
    '2000',
  ),
  READING_LIMIT_INTERNAL: setting(
    count().default(10_000),
    '10000',
    'The same limit for internal staff',
    '5000',
  ),
}

/** The identity provider of staff and the portal's registration there. */
export const signInSettings = {
  OIDC_ISSUER: setting(
    webAddress.optional(),
    "the portal's own, for development",
    'Identity provider that staff sign in with (OpenID Connect)',
    'https://login.example.com/tenant/v2.0',
  ),
  OIDC_CLIENT_ID: setting(
    words.default('portal'),
    'portal',
    'Client ID of the portal at the identity provider',
    '6f1c2b9e-portal',
  ),
  OIDC_CLIENT_SECRET: secret(
    words.optional(),
    'none: a public client',
    'Client secret of the portal at the identity provider',
    'a-long-secret',
  ),
  OIDC_CLIENT_CLAIM: setting(
    words.default('extn.ClientId'),
    'extn.ClientId',
    "ID token claim that identifies the person's client",
    'client_id_of_insurer',
  ),
  OIDC_SCOPE: setting(
    z
      .string()
      .refine((scope) => scope.split(' ').includes('openid'), 'does not contain openid')
      .default('openid profile email User.Read'),
    'openid profile email User.Read',
    'Scopes requested at sign-in',
    'openid profile email',
  ),
  INTERNAL_CLIENT_ID: setting(
    words.default('harborline'),
    'harborline',
    'Client whose staff are internal, so they choose the client they view',
    'assistance-company',
  ),
}

/** Where the people of an identity provider and their rights come from. Each provider has its own. */
export const provisioningSettings = {
  OIDC_PROVISIONING: setting(
    z.enum(['claims', 'scim']).default('claims'),
    'claims',
    'Where people and their rights come from: the claims of each sign-in and the command line, or SCIM',
    'scim',
  ),
  OIDC_PERSON_CLAIM: setting(
    z.enum(['sub', 'oid']).default('sub'),
    'sub',
    'With SCIM, the ID token claim that has the `externalId` of the person; `oid` for Microsoft Entra ID',
    'oid',
  ),
}

const maxAge = count(12 * 60)

/** What the identity provider has to confirm about how a person signed in. */
export const evidenceSettings = {
  OIDC_ACR_CLAIM: setting(
    words.default('acr'),
    'acr',
    'ID token claim with the authentication context; Microsoft Entra ID calls it `acrs`',
    'acrs',
  ),
  OIDC_ACR_VALUES: setting(
    wordList.optional(),
    'any',
    'Authentication contexts, one of which every sign-in of staff requires',
    'urn:example:mfa',
  ),
  OIDC_AMR_VALUES: setting(
    wordList.optional(),
    'any',
    'Authentication methods (RFC 8176), one of which every sign-in of staff requires',
    'mfa hwk',
  ),
  OIDC_MAX_AGE_MINUTES: setting(
    maxAge.optional(),
    'any',
    'How long ago staff may have authenticated at the identity provider when they sign in',
    '60',
  ),
  STEP_UP_ACR_VALUES: setting(
    wordList.optional(),
    'any',
    'Authentication contexts of a step-up: one of them is required to approve above the client’s `stepUpAbove`, to log out one’s other devices, to open a case in an emergency, and to change the password of members',
    'urn:example:mfa',
  ),
  STEP_UP_AMR_VALUES: setting(
    wordList.optional(),
    'any',
    'Authentication methods, one of which these require',
    'hwk',
  ),
  STEP_UP_MAX_AGE_MINUTES: setting(
    maxAge.default(15),
    '15',
    'How long ago the person may have authenticated at the identity provider before these',
    '5',
  ),
}
