/** What a studio will show when it opens, a line for each step that is answered or only offered. */
import { perInterval } from '#app/domain/entitlements/offer-words.ts'
import type { Instant } from '#app/values/instant.ts'
import { clockTime, count, currencyName, money, percent, zoneName } from '#app/values/wording.ts'
import {
  isDone,
  offeredSteps,
  type SetupAnswers,
  type SetupDraft,
  type SetupStep,
} from './setup-draft.ts'
import { rulesSentence } from './setup-policy.ts'

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export function setupSummary(draft: SetupDraft, now: Instant): { step: SetupStep; text: string }[] {
  const { studio, answers } = draft
  const { locale, currency } = studio
  const { rooms, classes, week, prices, rules, tax, waiver } = answers
  const text: Partial<Record<SetupStep, string>> = {
    studio:
      `${[studio.name, studio.town, studio.disciplines].join('. ')}. ` +
      `${zoneName(studio.timeZone, locale, now)}, ${currencyName(currency)}.`,
    rooms:
      rooms &&
      [
        rooms.location.address || rooms.location.name,
        rooms.rooms.map(({ name, capacity }) => `${name} (${capacity})`).join(', '),
        [studio.contactEmail, studio.contactPhone].filter(Boolean).join(', '),
      ]
        .filter(Boolean)
        .join('. '),
    classes: classes?.classes.map(({ name }) => name).join(', '),
    week: week?.classes
      .map(({ weekday, time, classId }) => {
        const title = classes?.classes.find(({ id }) => id === classId)?.name ?? ''
        return `${days[weekday - 1]} ${clockTime(`2000-01-01T${time}`, locale)} ${title}`
      })
      .join(', '),
    prices: [
      prices?.plan &&
        `${prices.plan.name}, ${money(prices.plan.priceMinor, currency, locale)} ` +
          `${perInterval[prices.plan.interval]}`,
      prices?.package &&
        `${prices.package.name}, ${money(prices.package.priceMinor, currency, locale)} for ` +
          `${count(prices.package.credits, 'class', 'classes')}`,
      typeof prices?.dropInMinor === 'number' &&
        `Single class, ${money(prices.dropInMinor, currency, locale)}`,
    ]
      .filter(Boolean)
      .join('. '),
    rules: rules && rulesSentence(rules, studio),
    tax: taxLine(tax ?? { taxName: '', taxNumber: '', rateBp: 0 }),
    waiver: waiver?.text ? 'Members sign your waiver before they book.' : 'Nothing to sign.',
  }
  return Object.entries(text).flatMap(([step, line]) =>
    line && (isDone(draft, step as SetupStep) || offeredSteps.includes(step as SetupStep))
      ? [{ step: step as SetupStep, text: line }]
      : [],
  )
}

const taxLine = ({ taxName, taxNumber, rateBp }: NonNullable<SetupAnswers['tax']>): string => {
  if (rateBp === 0) return 'No tax in your prices.'
  const number = taxNumber ? ` Number ${taxNumber}.` : ''
  return `${taxName} ${percent(rateBp / 100)}, included in prices.${number}`
}
