import type { SignedCopy as Copy } from '#app/domain/documents/signed-document.ts'

/** What was signed, by whom and when, for the screen and for paper. Style: `lines`. */
export function SignedCopy({ copy }: { copy: Pick<Copy, 'facts' | 'paragraphs' | 'seller'> }) {
  return (
    <>
      <dl className="lines tight">
        {copy.facts.map(([label, value]) => (
          <div key={label}>
            <dt className="soft muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section className="stack mid-gap" aria-label="The text">
        {copy.paragraphs.map((lines) => (
          <p key={lines.join('\n')}>
            {lines.map((line, i) => (
              <span key={line}>
                {i > 0 && <br />}
                {line}
              </span>
            ))}
          </p>
        ))}
      </section>
      <p className="soft muted">{copy.seller}</p>
    </>
  )
}
