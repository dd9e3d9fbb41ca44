import { z } from 'zod'
import { webAddress, words } from './setting-schemas.ts'
import { setting } from './setting-types.ts'

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
  OIDC_CLIENT_SECRET: setting(
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
