import type { Provider } from '#provider-search/contract.ts'
import { type VobForm, type VobOptions, vobForm } from '../contract.ts'
import { type Field, fields, listOptions } from '../rules.ts'

/**
 * Returns the initial form values: the directory's data, and the option of every select that has only one.
 */
export function prefillForm(provider: Provider, searchCode: string, options: VobOptions): VobForm {
  const { addressOne, addressTwo, city, state, zipcode, networkCode } = provider
  return vobForm.parse({
    ...selectSingleOptions(options),
    providerName: provider.name,
    providerContact: provider.contact ?? '',
    providerPhone: provider.phone ?? '',
    providerTaxId: provider.tin ?? '',
    providerAddress: [addressOne, addressTwo].filter(Boolean).join(', '),
    providerCityStateZip: [city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    providerFax: provider.fax ?? '',
    sincerely: options.sincerely,
    ProviderDiscountNetwork: networkCode,
    ProviderSearchType: networkCode,
    ProviderSearchCode: searchCode,
    ProviderHash: provider.hash,
  })
}

function selectSingleOptions(options: VobOptions): Partial<Record<Field, string>> {
  const only = fields.map((field) => [field, Object.keys(listOptions(field, options) ?? {})] as const)
  return Object.fromEntries(
    only.filter(([, keys]) => keys.length === 1).map(([field, [key]]) => [field, key]),
  )
}
