/** The lines of one person in a month, as they and their manager read them. Pure. */
import type { PlainFormats } from '#app/values/formats.ts'
import { count, dayShort, dayShortTime, money } from '#app/values/wording.ts'
import { differenceWords, lineTitle, type PersonLine, ruleWords } from './pay-words.ts'

export function personPayView(
  lines: readonly PersonLine[],
  formats: Pick<PlainFormats, 'locale' | 'currency'>,
) {
  const { locale, currency } = formats
  const total = lines.reduce((all, { amountMinor }) => all + amountMinor, 0)
  return {
    total: money(total, currency, locale),
    lines: lines.map((line) => ({
      id: line.id,
      title: lineTitle(line),
      when:
        line.localStart && line.kind !== 'correction'
          ? dayShortTime(line.localStart, locale)
          : dayShort(line.workOn, locale),
      occurrenceId: line.occurrenceId,
      people: line.kind === 'work' ? count(line.people, 'person', 'people') : '',
      rule: [ruleWords(line, formats), line.insteadName && `for ${line.insteadName}`]
        .filter(Boolean)
        .join(', '),
      amount:
        line.kind === 'correction' || line.kind === 'extra'
          ? differenceWords(line.amountMinor, formats)
          : money(line.amountMinor, currency, locale),
      removable: line.kind === 'extra' && line.locked === 0,
    })),
  }
}
export type PersonPayView = ReturnType<typeof personPayView>
