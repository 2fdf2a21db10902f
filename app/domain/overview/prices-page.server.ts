/** What a studio sells, for anyone; of a class somebody wants to book, what would pay for it. */
import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import {
  appointmentTypeNamesStatement,
  packagesOnSaleStatement,
  plansOnSaleStatement,
} from '#app/domain/entitlements/offer-queries.server.ts'
import {
  coversDiscipline,
  type OfferWords,
  packageWords,
  paysThere,
  planWords,
} from '#app/domain/entitlements/offer-words.ts'
import { takesOnlineStatement } from '#app/domain/payments/accounts/connect-account.server.ts'
import {
  giftCardSettingsFrom,
  giftCardSettingsStatement,
} from '#app/domain/sales/gift-cards/gift-card-settings.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { count, dayLongTime, money } from '#app/values/wording.ts'
import type { LocalDateTime } from '#app/values/zone.ts'

type Single = { id: string; name: string; minutes: number; dropInMinor: number }
type WantedClass = {
  id: string
  title: string
  localStart: LocalDateTime
  minutes: number
  disciplineId: string
  locationId: string
  dropInMinor: number | null
}

/** Class types that are sold singly, the cheapest first. */
function singlesStatement({ db, studio }: StudioContext): Statement<Single[]> {
  return db.all<Single>(sql`
    SELECT id, name, minutes, drop_in_minor AS dropInMinor FROM class_types
    WHERE studio_id = ${studio.id} AND kind = 'class' AND archived_at IS NULL
      AND drop_in_minor IS NOT NULL
    ORDER BY drop_in_minor, name LIMIT 60`)
}

/** A class that is still to come; events and appointments are paid otherwise. */
function wantedStatement(
  { db, studio, now }: StudioContext,
  occurrenceId: string,
): Statement<WantedClass[]> {
  return db.all<WantedClass>(sql`
    SELECT o.id, class_type.name AS title, o.local_start AS localStart, class_type.minutes,
      class_type.discipline_id AS disciplineId, room.location_id AS locationId, class_type.drop_in_minor AS dropInMinor
    FROM occurrences AS o JOIN class_types AS class_type ON class_type.id = o.class_type_id
    JOIN rooms AS room ON room.id = o.room_id
    WHERE o.studio_id = ${studio.id} AND o.id = ${occurrenceId} AND o.state = 'scheduled'
      AND o.kind IN ('class','course','workshop') AND o.starts_at > ${now}`)
}

/**
 * The price list, and the class it is read for: then only what pays for that class, the cheapest
 * first. A class that is over, or another studio's, is none. One trip.
 */
export async function pricesPage(
  ctx: StudioContext,
  viewer: { personId: string | null; name: string; email: string } | null,
  occurrenceId: string,
) {
  const { db, studio } = ctx
  const { currency, locale } = studio
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    wanted: wantedStatement(ctx, occurrenceId),
    online: takesOnlineStatement(ctx),
    gifts: giftCardSettingsStatement(ctx),
    singles: singlesStatement(ctx),
    packages: packagesOnSaleStatement(ctx),
    plans: plansOnSaleStatement(ctx, { listed: true }),
    settings: billingSettingsStatement(ctx),
    disciplines: db.all<{ id: string; name: string }>(
      sql`SELECT id, name FROM disciplines WHERE studio_id = ${studio.id}`,
    ),
    types: appointmentTypeNamesStatement(ctx),
  })
  const wanted = answer.wanted[0] ?? null
  const disciplines = Object.fromEntries(answer.disciplines.map(({ id, name }) => [id, name]))
  const types = Object.fromEntries(answer.types.map(({ id, name }) => [id, name]))
  const reader = { currency, locale, disciplines, types }
  const pays = (offer: { covers: string }) =>
    wanted === null || coversDiscipline(offer, wanted.disciplineId)
  const { membershipsTaxBp, taxName } = settingsFrom(ctx, answer.settings)
  const byPrice = (a: { priceMinor: number }, b: { priceMinor: number }) =>
    a.priceMinor - b.priceMinor
  const packages = answer.packages
    .filter((pack) => wanted === null || (pack.kind !== 'appointments' && pays(pack)))
    .sort(byPrice)
  const plans = answer.plans
    .filter((plan) => pays(plan) && (wanted === null || paysThere(plan, wanted)))
    .sort(byPrice)
  // The cheapest that is for somebody new; anyone who wants a class reads all that pays for it.
  const intro = wanted
    ? undefined
    : packages.find(({ oncePerPerson, kind }) => oncePerPerson && kind === 'classes')
  return {
    shell: toShell(answer, viewer),
    wanted: wanted && {
      id: wanted.id,
      title: wanted.title,
      when: dayLongTime(wanted.localStart, locale),
    },
    singles: singleWords(wanted, answer.singles, (minor) => money(minor, currency, locale)),
    online: answer.online.length > 0,
    /** Gift cards are sold online. */
    gifts: wanted === null && giftCardSettingsFrom(answer.gifts).online,
    /** What holds for all of them. */
    told: [
      membershipsTaxBp > 0 ? `${taxName} is included.` : '',
      plans.length > 0 && plans.every(({ joiningFeeMinor }) => joiningFeeMinor === 0)
        ? 'No joining fee.'
        : '',
    ].filter(Boolean),
    intro: intro ? packageWords(intro, reader) : null,
    packages: packages.filter((pack) => pack !== intro).map((pack) => packageWords(pack, reader)),
    plans: plans.map((plan) => planWords(plan, reader)),
  }
}

/** One class at a time: the one that is wanted, or a line for each price with what costs it. */
function singleWords(
  wanted: WantedClass | null,
  singles: readonly Single[],
  priceOf: (minor: number) => string,
): OfferWords[] {
  if (wanted) {
    const { id, title, minutes, dropInMinor } = wanted
    if (dropInMinor === null) return []
    const first = `${count(minutes, 'minute')}.`
    return [
      { id, name: title, price: priceOf(dropInMinor), first, rest: 'This class.', credits: 0 },
    ]
  }
  return [...new Set(singles.map(({ dropInMinor }) => dropInMinor))].map((minor) => {
    const names = singles.filter(({ dropInMinor }) => dropInMinor === minor).map(({ name }) => name)
    return {
      id: String(minor),
      name: names.length === 1 ? (names[0] ?? '') : 'Single class',
      price: priceOf(minor),
      first: '',
      rest: names.length === 1 ? 'You pay for that one.' : `${names.join(', ')}.`,
      credits: 0,
    }
  })
}
