import { useOwnScripts } from '#app/ui/own-inline.ts'

/**
 * The script that reads a session out of this page's link, and where it says what is wrong with it.
 * `anonKey` is the project's public key, which the auth service asks of every program. Styles:
 * `form`.
 */
export function SessionLink({ script, anonKey }: { script: string; anonKey: string }) {
  useOwnScripts()
  return (
    <>
      <p id="session-link" className="errors bad" role="alert" data-key={anonKey} hidden />
      <script type="module" src={script} />
    </>
  )
}
