import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

/**
 * The ways on from the account. Signing out is a form: a link must change nothing. Styles: `lines`,
 * `account`, `tag`.
 */
export function YouAndYourData({ studio, unread }: { studio: { slug: string }; unread: number }) {
  return (
    <section className="stack" aria-labelledby="more">
      <h2 id="more">You and your data</h2>
      <ul className="lines tight">
        <li>
          <a className="go" href={paths.portalDetails(studio)}>
            <span>My details</span>
            <Icon name="next" />
          </a>
        </li>
        <li>
          <a className="go" href={paths.portalDocuments(studio)}>
            <span>Documents</span>
            <Icon name="next" />
          </a>
        </li>
        <li>
          <a className="go" href={paths.portalCalendar(studio)}>
            <span>My classes in your calendar</span>
            <Icon name="next" />
          </a>
        </li>
        <li>
          <a className="go" href={paths.portalReminders(studio)}>
            <span>Reminders</span>
            <Icon name="next" />
          </a>
        </li>
        <li>
          <a className="go" href={paths.notices(studio)}>
            <span>Notices {unread > 0 && <span className="tag warn">{unread} new</span>}</span>
            <Icon name="next" />
          </a>
        </li>
        <li>
          <a className="go" href={paths.account()}>
            <span>Sign-in and devices</span>
            <Icon name="next" />
          </a>
        </li>
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
