import { batch } from '#app/db/batch.server.ts'
import {
  billingSettingsStatement,
  settingsFrom,
} from '#app/domain/billing/settings/billing-settings.server.ts'
import {
  broughtStatement,
  referralLinkStatement,
} from '#app/domain/people/referrals/referral-page.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { studioLets } from '#app/domain/scope/portal-rules.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { paths } from '#app/paths.ts'
import { dayShort, money } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

/** A member's link, what it brings, and the friends who came by it: their first names alone. */
export async function referralsOfMinePage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const { studio } = ctx
  const { locale, timeZone, currency } = studio
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    link: referralLinkStatement(ctx),
    brought: broughtStatement(ctx, ctx.person.id),
    settings: billingSettingsStatement(ctx),
  })
  const { referrerMinor, friendMinor } = settingsFrom(ctx, answer.settings)
  const amount = (minor: number) => money(minor, currency, locale)
  const day = (at: string) => dayShort(localDate(at, timeZone), locale)
  const code = answer.link[0]?.code
  return {
    shell: toShell(answer, viewer),
    on: studioLets(studio, 'referrals'),
    link: code ? ctx.origin + paths.friend(studio, code) : null,
    reward: rewardWords(referrerMinor && amount(referrerMinor), friendMinor && amount(friendMinor)),
    friends: answer.brought.map(
      ({ id, name, called, cameAt, settledAt, referrerMinor: given }) => ({
        id,
        name: called || (name.split(' ')[0] ?? name),
        line:
          given > 0 && settledAt
            ? `Came on ${day(cameAt)}. ${amount(given)} for you on ${day(settledAt)}.`
            : `Came on ${day(cameAt)}.`,
      }),
    ),
  }
}

/** What a friend brings; 0 is nothing. */
function rewardWords(yours: string | 0, theirs: string | 0): string {
  const when = 'once they first pay for something'
  if (yours && theirs) return `You get ${yours} account credit and your friend ${theirs}, ${when}.`
  if (yours) return `You get ${yours} account credit for each friend, ${when}.`
  if (theirs) return `Your friend gets ${theirs} account credit, ${when}.`
  return 'Send friends your link: we then know who brought them.'
}
