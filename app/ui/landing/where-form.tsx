import { paths } from '#app/paths.ts'

type WhereFormProps = {
  /** On a page of its own, where the title is the page's. */
  page?: boolean
  /** What was typed. */
  value?: string
  /** The sentence beside a refused address, and the code of a refusal. */
  error?: string
  refusal?: string | null
}

/** Asks for an address, to mail it the studios that hold an account for it. Styles: `landing`, `button`. */
export function WhereForm({ page = false, value, error, refusal }: WhereFormProps) {
  const Title = page ? 'h1' : 'h2'
  return (
    <form className="stack" method="post" action={paths.where()}>
      <Title>Where is my membership?</Title>
      <p className="soft">
        Give us your email. We mail you every studio that holds an account for it. We never show it on screen.
      </p>
      <div className="search">
        <div className={error ? 'ask-one wrong' : 'ask-one'}>
          <label htmlFor="where-email">Email address</label>
          {error && (
            <small className="bad" id="where-error" data-refusal={refusal ?? undefined}>
              {error}
            </small>
          )}
          <input
            id="where-email"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={255}
            defaultValue={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'where-error' : undefined}
          />
        </div>
        <button className="button big" type="submit">
          Mail me the list
        </button>
      </div>
    </form>
  )
}
