/** The pay of a month as its page and its file show it, person by person. Pure. */

import type { PlainFormats } from '#app/values/formats.ts'
import type { Instant } from '#app/values/instant.ts'
import type { PdfBlock } from '#app/values/pdf/lay-out.ts'
import type { PdfDocument } from '#app/values/pdf/make-pdf.ts'
import { count, dayShort, money, month as monthName, monthYear } from '#app/values/wording.ts'
import { firstOf, monthBefore, paydayOf } from './pay-month.ts'
import { differenceWords, lineTitle, type PayLineFacts, ruleWords, workWords } from './pay-words.ts'

type Grouped = PayLineFacts & {
  personId: string
  payee: string
  personName: string
  here: number
  n: number
  instead: number
  sumMinor: number
}

export type PersonPay = {
  key: string
  /** Empty for a guest teacher without a record. */
  personId: string
  /** They work here now, and so can read their own lines. */
  here: boolean
  name: string
  work: string
  forMonth: string
  /** Corrections of months before; empty where there are none. */
  before: string
  pay: string
  lines: { title: string; rule: string; number: string; each: string; amount: string }[]
}

/** Sums by person, what the month itself brought apart from corrections of what was locked. */
export function payMonthView(
  month: string,
  lines: readonly Grouped[],
  { payday }: { payday: number },
  formats: Pick<PlainFormats, 'locale' | 'currency'>,
) {
  const { locale, currency } = formats
  const sum = (minor: number) => money(minor, currency, locale)
  const total = (of: readonly Grouped[]) => of.reduce((all, { sumMinor }) => all + sumMinor, 0)
  const corrections = (of: readonly Grouped[]) => of.filter(({ kind }) => kind === 'correction')
  const keys = [...new Set(lines.map(({ personId, payee }) => `${personId}|${payee}`))]
  const people = keys.map((key): PersonPay => {
    const own = lines.filter(({ personId, payee }) => `${personId}|${payee}` === key)
    const [first] = own
    const corrected = total(corrections(own))
    return {
      key: first?.personId || key,
      personId: first?.personId ?? '',
      here: first?.here === 1,
      name: first?.personName ?? '',
      work: workWords(own),
      forMonth: sum(total(own) - corrected),
      before: differenceWords(corrected, formats),
      pay: sum(total(own)),
      lines: own.map((line) => ({
        title: lineTitle(line),
        rule: ruleWords(line, formats),
        number: line.kind === 'work' || line.kind === 'cancelled' ? String(line.n) : '',
        each: line.kind === 'work' || line.kind === 'cancelled' ? sum(line.amountMinor) : '',
        amount:
          line.kind === 'correction' || line.kind === 'extra'
            ? differenceWords(line.sumMinor, formats)
            : sum(line.sumMinor),
      })),
    }
  })
  const correctedMinor = total(corrections(lines))
  const totalMinor = total(lines)
  return {
    month: monthName(firstOf(month), locale),
    monthBefore: monthName(firstOf(monthBefore(month)), locale),
    title: `Pay for ${monthYear(firstOf(month), locale)}`,
    intro: [
      workWords(lines.map((line) => ({ ...line, instead: 0 }))) || 'No settled classes yet',
      `payday is ${dayShort(paydayOf(month, payday), locale)}`,
    ].join('; '),
    heading: `${sum(totalMinor)} to ${count(people.length, 'person', 'people')}`,
    people,
    hasCorrections: corrections(lines).length > 0,
    totals: {
      forMonth: sum(totalMinor - correctedMinor),
      before: differenceWords(correctedMinor, formats),
      pay: sum(totalMinor),
    },
    totalMinor,
    unruled: lines.filter(({ scope }) => scope === 'none').reduce((all, { n }) => all + n, 0),
  }
}
export type PayMonthView = ReturnType<typeof payMonthView>

/** The month as a file to sign and file: a table of people, then each person's lines. */
export function payPdf(
  view: PayMonthView,
  { studio, state, now }: { studio: { name: string; locale: string }; state: string; now: Instant },
): PdfDocument {
  return {
    title: view.title,
    author: studio.name,
    language: studio.locale,
    created: now,
    foot: `${studio.name}, ${view.title.toLowerCase()}`,
    blocks: [
      { kind: 'small', text: studio.name },
      { kind: 'title', text: view.title },
      {
        kind: 'facts',
        rows: [
          ['State', state],
          ['Pay', view.heading],
        ],
      },
      {
        kind: 'table',
        head: ['Name', 'Work', `For ${view.month}`, 'From before', 'Pay'],
        rows: view.people.map(({ name, work, forMonth, before, pay }) => [
          name,
          work,
          forMonth,
          before,
          pay,
        ]),
        sums: [{ label: 'Total', value: view.totals.pay, strong: true }],
      },
      ...view.people.flatMap(({ name, lines, pay }): PdfBlock[] => [
        { kind: 'heading', text: name },
        {
          kind: 'table',
          head: ['Line', 'Rule on the day', 'Number', 'Each', 'Amount'],
          rows: lines.map(({ title, rule, number, each, amount }) => [
            title,
            rule,
            number,
            each,
            amount,
          ]),
          sums: [{ label: 'Pay', value: pay, strong: true }],
        },
      ]),
    ],
  }
}
