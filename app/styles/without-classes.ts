/** A sheet without the selectors that name one of `classes`, and without rules that had no other. */
export function withoutClasses(sheet: string, classes: readonly string[]): string {
  if (classes.length === 0) return sheet
  const spare = new RegExp(`\\.(?:${classes.join('|')})(?![\\w-])`)
  return sheet.replaceAll(/([^{}@;]+)(\{[^{}]*\})/g, (rule, selectors: string, body: string) => {
    // A comma inside `:is(…)` parts no selectors: such a rule stays whole.
    if (!spare.test(selectors) || selectors.includes('(')) return rule
    const kept = selectors.split(',').filter((selector) => !spare.test(selector))
    return kept.length > 0 ? kept.join(',') + body : ''
  })
}
