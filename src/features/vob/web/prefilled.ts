import type { Provider } from '#provider-search/contract.ts'
import { type VobForm, type VobOffer, vobForm } from '../contract.ts'
import { choicesFor, type Field, fields } from '../rules.ts'

/** Initial form values: the directory's data, and every select that has a single option. */
export function prefilled(provider: Provider, searchCode: string, offer: VobOffer): VobForm {
  const { addressOne, addressTwo, city, state, zipcode, networkCode } = provider
  return vobForm.parse({
    ...onlyChoices(offer),
    providerName: provider.name,
    providerContact: provider.contact ?? '',
    providerPhone: provider.phone ?? '',
    providerTaxId: provider.tin ?? '',
    providerAddress: [addressOne, addressTwo].filter(Boolean).join(', '),
    providerCityStateZip: [city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    providerFax: provider.fax ?? '',
    sincerely: offer.sincerely,
    ProviderDiscountNetwork: networkCode,
    ProviderSearchType: networkCode,
    ProviderSearchCode: searchCode,
    ProviderHash: provider.hash,
  })
}

function onlyChoices(offer: VobOffer): Partial<Record<Field, string>> {
  const only = fields.map((field) => [field, Object.keys(choicesFor(field, offer) ?? {})] as const)
  return Object.fromEntries(
    only.filter(([, keys]) => keys.length === 1).map(([field, [key]]) => [field, key]),
  )
}
