import type { SearchInfo } from '../../contract.ts'
import type { SearchValues } from '../search-values.ts'
import type { SearchFormControl } from '../use-search-form.ts'

/** The props of every field of the search form. */
export type FieldProps = {
  search: SearchInfo
  form: SearchFormControl
  values: SearchValues
  /** A key that changes when the form is reset or shows another search. */
  resetKey: string
}
