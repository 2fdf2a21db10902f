/** An automation as one reads it: when, if, wait, then, unless. */
export function Reading({
  reading,
}: {
  reading: Record<'when' | 'if' | 'wait' | 'does' | 'unless' | 'once', string>
}) {
  const lines = [
    ['when', 'When', reading.when],
    ['if', 'If', reading.if],
    ['wait', 'Wait', reading.wait],
    ['then', 'Then', reading.does],
    ['unless', 'Unless', `${reading.unless}. Then it stops.`],
  ] as const
  return (
    <section>
      <dl className="reading">
        {lines.map(([look, name, text]) => (
          <div key={look} className={look}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        {reading.once} Consent and every “unless” are checked again just before sending.
      </p>
    </section>
  )
}
