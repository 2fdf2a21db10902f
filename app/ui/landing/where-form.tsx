import { paths } from '#app/paths.ts'

/**
 * Asks for an address, to mail it the studios that hold an account for it. Styles: `search`,
 * `button`.
 */
export function WhereForm() {
  return (
    <form className="stack" method="post" action={paths.where()} noValidate>
      <h2>Where is my membership?</h2>
      <p className="soft">{whereIntro}</p>
      <div className="search">
        <div className="ask-one">
          <label htmlFor="where-email">Email address</label>
          <input id="where-email" name="email" type="email" autoComplete="email" required />
        </div>
        <button className="button big" type="submit">
          Email me the list
        </button>
      </div>
    </form>
  )
}

/** What happens with the address. */
export const whereIntro =
  'Enter your email address. We email you a list of every studio where you have an account. ' +
  'We never show it on screen.'
