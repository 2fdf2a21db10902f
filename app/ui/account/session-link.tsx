import { paths } from '#app/paths.ts'
import { useOwnScripts } from '#app/ui/own-inline.ts'

/** What the loader sends; `noBrowser` is what is said where no script runs. */
export type SessionLinkFacts = { script: string; anonKey: string; noBrowser: string }

/**
 * The script that reads a session out of this page's link, and where it says what is wrong with it.
 * Nobody sees a fragment where no script runs, so there it is said to everyone, as a hint.
 * `anonKey` is the project's public key, which the auth service asks of every program. Styles:
 * `form`.
 */
export function SessionLink({ script, anonKey, noBrowser }: SessionLinkFacts) {
  useOwnScripts()
  return (
    <>
      <div id="session-link" className="errors bad" role="alert" data-key={anonKey} hidden>
        <p />
        <p>
          <a href={paths.signIn()}>Sign in</a> or{' '}
          <a href={paths.reset()}>get a new link by email</a>.
        </p>
      </div>
      <noscript>
        <p className="hint">
          {noBrowser} If a sign-in link brought you here, it needs JavaScript.{' '}
          <a href={paths.reset()}>Ask for one by email</a> instead.
        </p>
      </noscript>
      <script type="module" src={script} />
    </>
  )
}
