import { paths } from '#app/paths.ts'

/**
 * Asks for an address, to mail it the studios that hold an account for it. Styles: `landing`,
 * `button`.
 */
export function WhereForm() {
  return (
    <form className="stack" method="post" action={paths.where()}>
      <h2>Where is my membership?</h2>
      <p className="soft">{whereIntro}</p>
      <div className="search">
        <div className="ask-one">
          <label htmlFor="where-email">Email address</label>
          <input
            id="where-email"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={255}
          />
        </div>
        <button className="button big" type="submit">
          Mail me the list
        </button>
      </div>
    </form>
  )
}

/** What happens with the address. */
export const whereIntro =
  'Give us your email. We mail you every studio that holds an account for it. ' +
  'We never show it on screen.'
