import { auditPart } from '#audit/server/audit-seed.ts'
import { authorizationsPart } from '#authorizations/server/seed/authorizations-seed.ts'
import { backofficePart, commentsPart } from '#authorizations/server/seed/queue-seed.ts'
import { casesPart } from '#cases/server/cases-seed.ts'
import { clientsSeeds } from '#clients/server/clients-seed.ts'
import { membersSeed } from '#members/server/members-seed.ts'
import type { Config } from '#platform/config/settings.ts'
import type { DocumentService } from '#platform/pdf/document-service/document-service.ts'
import { providerSearchParts } from '#provider-search/server/provider-search-seed.ts'
import { ratesPart } from '#reports/server/rates-seed.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { vobsPart } from '#vob/server/vobs-seed.ts'

/** The demo data of each feature, in loading order. */
export const demoParts = (documentService: DocumentService, config: Config): SeedPart[] => [
  ...providerSearchParts,
  ...clientsSeeds,
  casesPart(documentService),
  authorizationsPart,
  ratesPart,
  commentsPart,
  backofficePart(documentService),
  membersSeed,
  vobsPart(config, config.INTERNAL_CLIENT_ID),
  auditPart,
]
