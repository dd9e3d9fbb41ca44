let collator: Intl.Collator | undefined

/**
 * Compares text for people: ignores case and accents and orders numbers by value. The collator is created on
 * first use, because creating it takes as long as rendering a page of rows.
 */
export function collate(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return collator.compare(one, other)
}
