export type Mail = {
  from: string
  address: string
  to: string
  subject: string
  paragraphs: string[]
  button: string
  foot: string[]
}

/** The email as it arrives; its words are text, as in the email itself. */
export function MailPreview({ mail }: { mail: Mail }) {
  const { from, address, to, subject, paragraphs, button, foot } = mail
  return (
    <section className="mail-preview" aria-labelledby="as-it-arrives">
      <h2 id="as-it-arrives">As it arrives</h2>
      <article className="mail" aria-label="Email preview">
        <dl>
          <dt>From</dt>
          <dd>
            <b>{from}</b> {address}
          </dd>
          <dt>To</dt>
          <dd>{to}</dd>
          <dt>Subject</dt>
          <dd>
            <b>{subject}</b>
          </dd>
        </dl>
        <h3>{subject}</h3>
        {paragraphs.map((paragraph, i) => (
          <p key={`${i} ${paragraph.slice(0, 20)}`}>{paragraph}</p>
        ))}
        {button && (
          <p>
            <span className="mail-button">{button}</span>
          </p>
        )}
        <footer className="muted">
          {foot.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </footer>
      </article>
    </section>
  )
}

export type TextShown = { text: string; to: string; length: string; special: string }

/** The text as it arrives, and how many parts of it are paid for. */
export function TextPreview({ text: { text, to, length, special } }: { text: TextShown }) {
  return (
    <section className="mail-preview" aria-labelledby="as-it-arrives">
      <h2 id="as-it-arrives">As it arrives</h2>
      <article className="mail" aria-label="Text preview">
        <dl>
          <dt>To</dt>
          <dd>{to}</dd>
        </dl>
        {text.split('\n').map((line, i) => (
          <p key={`${i} ${line.slice(0, 20)}`}>{line}</p>
        ))}
        <footer className="muted">
          <p>{length}</p>
          {special && <p>{special}</p>}
        </footer>
      </article>
    </section>
  )
}
