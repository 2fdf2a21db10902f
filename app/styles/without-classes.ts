/** A sheet without the selectors that name one of `classes`, and without rules that had no other. */
export function withoutClasses(sheet: string, classes: readonly string[]): string {
  if (classes.length === 0) return sheet
  const spare = new RegExp(`\\.(?:${classes.join('|')})(?![\\w-])`)
  return sheet.replaceAll(/([^{}@;]+)(\{[^{}]*\})/g, (rule, selectors: string, body: string) => {
    if (!spare.test(selectors)) return rule
    // What stands in `:is(…)` or `:not(…)` may hold without the class: only what is outside decides.
    const kept = parted(selectors).filter(
      (selector) => !spare.test(selector.replaceAll(/\([^()]*\)/g, '')),
    )
    return kept.length > 0 ? kept.join(',') + body : ''
  })
}

/** Selectors at their commas, but for those inside brackets. */
const parted = (selectors: string): string[] => selectors.split(/,(?![^()]*\))/)
