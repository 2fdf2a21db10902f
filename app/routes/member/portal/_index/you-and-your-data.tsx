import type { FeatureKey } from '#app/domain/scope/features.ts'
import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { useStudioLets } from '#app/ui/layout/studio-lets.ts'
import { useStudioUses } from '#app/ui/layout/studio-uses.ts'

type Way = [href: string, name: string, tag?: string]

/**
 * The ways on from the account. Signing out is a form: a link must change nothing. Styles: `lines`,
 * `account`, `tag`.
 */
export function YouAndYourData({ studio, unread }: { studio: { slug: string }; unread: number }) {
  const lets = useStudioLets()
  const uses = useStudioUses()
  const used = (feature: FeatureKey, way: Way) => (uses(feature) ? [way] : [])
  const ways: Way[] = [
    [paths.portalDetails(studio), 'My details'],
    [paths.portalInvoices(studio), 'Invoices and payments'],
    [paths.portalFamily(studio), 'Family'],
    ...used('path', [paths.portalLevels(studio), 'My levels']),
    ...used('path', [paths.portalSkills(studio), 'My skills']),
    ...used('coaching', [paths.portalCoaching(studio), 'My coaching']),
    ...used('workouts', [paths.workouts(studio), 'Workouts']),
    ...(lets('referrals')
      ? [[paths.portalReferrals(studio), 'Bring a friend'] as [string, string]]
      : []),
    [paths.portalDocuments(studio), 'Documents'],
    ...used('files', [paths.portalFiles(studio), 'Files']),
    [paths.videos(studio), 'Videos'],
    [paths.portalCalendar(studio), 'My classes in your calendar'],
    [paths.messages(studio), 'Messages'],
    [paths.notices(studio), 'Notices', unread > 0 ? `${unread} new` : ''],
    [paths.portalNotifications(studio), 'Notifications'],
    [paths.portalConsents(studio), 'News, offers, photos and boards'],
    [paths.portalData(studio), 'Your data'],
    [paths.account(), 'Sign-in and devices'],
  ]
  return (
    <section className="stack" aria-labelledby="more">
      <h2 id="more">You and your data</h2>
      <ul className="lines tight">
        {ways.map(([href, name, tag]) => (
          <li key={href}>
            <a className="go" href={href}>
              <span>
                {name} {tag && <span className="tag warn">{tag}</span>}
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
        <li>
          <form method="post" action={paths.signOut({ studio: studio.slug })}>
            <button className="go" type="submit">
              <span>Sign out</span>
              <Icon name="next" />
            </button>
          </form>
        </li>
      </ul>
    </section>
  )
}
