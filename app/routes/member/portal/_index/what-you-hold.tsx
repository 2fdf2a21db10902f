import type { HeldLot, HeldMembership } from '#app/domain/entitlements/choose-entitlement.ts'
import { thisPeriod } from '#app/domain/entitlements/class-limit.ts'
import { membershipNote } from '#app/domain/entitlements/holding-words.ts'
import { endsSoon, leftNow } from '#app/domain/entitlements/holdings.ts'
import { packEndWords } from '#app/domain/entitlements/lot-end.ts'
import { perInterval } from '#app/domain/entitlements/offer-words.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { useStudioUses } from '#app/ui/layout/studio-uses.ts'
import { Pips, pipsOf } from '#app/ui/pips/pips.tsx'
import { dayLong, money, monthYear } from '#app/values/wording.ts'
import type { LocalDate } from '#app/values/zone.ts'

type Price = { priceMinor: number; currency: string; interval: 'month' | 'four_weeks' | 'week' }
type Membership = HeldMembership & { price: Price | null }
type Lot = HeldLot & { credits: number; frozen: string }

type HoldProps = {
  memberships: readonly Membership[]
  lots: readonly Lot[]
  makeUps: readonly { id: string; name: string; validUntil: LocalDate }[]
  studio: { slug: string }
  today: LocalDate
  locale: string
}

/** Memberships, then lots with their marks. Styles: `account`, `pips`, `say`. */
export function WhatYouHold({ memberships, lots, makeUps, studio, today, locale }: HoldProps) {
  return (
    <section className="stack" aria-labelledby="have">
      <h2 id="have">What you have</h2>
      {memberships.length + lots.length + makeUps.length === 0 && (
        <p className="soft ruled">
          No credits and no membership yet. <a href={paths.prices(studio)}>See prices</a> and how to
          pay.
        </p>
      )}
      <ul className="hold">
        {memberships.map((membership) => (
          <MembershipItem
            key={membership.id}
            membership={membership}
            path={paths.portalMembership(studio, membership.id)}
            today={today}
            locale={locale}
          />
        ))}
        {lots.map((lot) => (
          <LotItem key={lot.id} lot={lot} studio={studio} today={today} locale={locale} />
        ))}
        {makeUps.map(({ id, name, validUntil }) => (
          <li key={id} className="wide">
            <p className="between">
              <b>1 make-up</b>
              <a href={paths.timetable(studio, { places: '1' })}>Find a session</a>
            </p>
            <p className="soft">
              From {name}. Use by {dayLong(validUntil, locale)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function MembershipItem({
  membership,
  path,
  today,
  locale,
}: {
  membership: Membership
  path: string
  today: LocalDate
  locale: string
}) {
  const { name, price, startsOn } = membership
  const state = membershipNote(membership, { today, locale })
  const now = leftNow(membership, today)
  const notes = [
    now && `${now.left} of ${now.limit.classes} classes left ${thisPeriod[now.limit.per]}`,
    state.note || `Since ${monthYear(startsOn, locale)}`,
  ].filter(Boolean)
  return (
    <li className="wide">
      <p className="between">
        <b>
          <a href={path}>{name}</a>
        </b>
        {price && (
          <b className="num">
            {money(price.priceMinor, price.currency, locale)} {perInterval[price.interval]}
          </b>
        )}
      </p>
      <p className={state.warn ? 'say warn' : 'soft'}>
        {state.warn && <Icon name="warning" />}
        {notes.join('. ')}
      </p>
    </li>
  )
}

function LotItem({
  lot,
  studio,
  today,
  locale,
}: {
  lot: Lot
  studio: { slug: string }
  today: LocalDate
  locale: string
}) {
  const { name, left, credits, expiresOn, startsOn, packKind } = lot
  const uses = useStudioUses()
  const soon = endsSoon(lot, today)
  const until = packEndWords(expiresOn, locale, { today, long: true })
  return (
    <li>
      <p className="between">
        <b>{name}</b>
        <b className="num" data-credits={left}>
          {left} of {credits} left
        </b>
      </p>
      <Pips pips={[...pipsOf(left, soon ? 'soon' : 'full'), ...pipsOf(credits - left, 'used')]} />
      {soon ? (
        <p className="say warn">
          <Icon name="clock" />
          {until}
        </p>
      ) : (
        <p className="soft">
          {startsOn > today ? `From ${dayLong(startsOn, locale)}. ${until}` : until}
        </p>
      )}
      {lot.unpaid && (
        <p className="say warn">
          <Icon name="clock" />
          Pay it at the desk, then you can use it
        </p>
      )}
      {lot.frozen && (
        <p className="say warn">
          <Icon name="clock" />
          {lot.frozen}
        </p>
      )}
      {packKind === 'appointments' && (
        <p className="soft">
          Pays for appointments.{' '}
          {uses('appointments') && <a href={paths.appointments(studio)}>Book an appointment</a>}
        </p>
      )}
    </li>
  )
}
