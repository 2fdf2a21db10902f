import type { HeldMembership } from '#app/domain/entitlements/choose-entitlement.ts'
import {
  creditsWords,
  type DisciplineNames,
  membershipWords,
  soonWords,
} from '#app/domain/entitlements/holding-words.ts'
import type { CreditsLeft } from '#app/domain/entitlements/holdings.ts'
import { paths } from '#app/paths.ts'
import { Pips, pipsOf } from '#app/ui/pips/pips.tsx'
import type { LocalDate } from '#app/values/zone.ts'

type HaveProps = {
  credits: readonly CreditsLeft[]
  memberships: readonly HeldMembership[]
  disciplines: DisciplineNames
  studio: { slug: string }
  today: LocalDate
  locale: string
}

/** Credits and memberships at a glance. Styles: `next`, `pips`, `say`. */
export function WhatYouHave(props: HaveProps) {
  const { credits, memberships, disciplines, studio, today, locale } = props
  const empty = credits.length === 0 && memberships.length === 0
  return (
    <section className="stack" aria-labelledby="left">
      <div className="between">
        <h2 id="left">What you have left</h2>
        <a className="soft more-room" href={paths.portal(studio)}>
          See all
        </a>
      </div>
      {empty && (
        <p className="soft">
          No credits and no membership yet. <a href={paths.prices(studio)}>See prices</a> and how to
          pay.
        </p>
      )}
      <div className="have">
        {credits.map((left) => (
          <Credits
            key={`${left.appointments} ${left.covers.join()}`}
            left={left}
            disciplines={disciplines}
            locale={locale}
          />
        ))}
        {memberships.map((membership) => {
          const { big, what, note, warn } = membershipWords(membership, disciplines, {
            today,
            locale,
          })
          return (
            <div key={membership.id}>
              <p className="big-n">{big}</p>
              <p>
                <b>{what}</b>
              </p>
              <p className={warn ? 'say warn' : 'say'}>{note}</p>
            </div>
          )
        })}
      </div>
    </section>
  )
}

function Credits(props: { left: CreditsLeft; disciplines: DisciplineNames; locale: string }) {
  const { left, disciplines, locale } = props
  const soon = left.soon?.credits ?? 0
  const words = soonWords(left, locale)
  return (
    <div>
      <p className="big-n num" data-credits={left.left}>
        {left.left}
      </p>
      <p>
        <b>{creditsWords(left, disciplines)}</b>
      </p>
      <Pips pips={[...pipsOf(soon, 'soon'), ...pipsOf(left.left - soon, 'full')]} />
      {words && <p className="say warn">{words}</p>}
    </div>
  )
}
