export type ReplayShown = {
  title: string
  words: string
  rows: { name: string; was: string; draft: string }[]
  note: string
  concerned: { personId: string; name: string; was: string; draft: string; path: string }[]
  more: number
}

/** The draft over what happened, beside what was. */
export function PolicyReplay({
  replay,
  rules,
}: {
  replay: ReplayShown
  rules: readonly { about: string; rule: string }[]
}) {
  const { title, words, rows, note, concerned, more } = replay
  return (
    <section className="preview policy-preview">
      <h2>{title}</h2>
      <p className="words">{words}</p>
      <table className="replay">
        <caption className="vh">The last 60 days with this policy</caption>
        <thead>
          <tr>
            <th scope="col">60 days</th>
            <th scope="col">Actual</th>
            <th scope="col">Draft</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, was, draft }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{was}</td>
              <td>{draft}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft">{note}</p>
      {concerned.length > 0 && (
        <details>
          <summary>People affected ({concerned.length + more})</summary>
          <ul className="told">
            {concerned.map(({ personId, name, was, draft, path }) => (
              <li key={personId}>
                <a href={path}>{name}</a> {was}, then {draft}
              </li>
            ))}
            {more > 0 && <li>and {more} more</li>}
          </ul>
        </details>
      )}
      <details open>
        <summary>What members read</summary>
        <dl className="read">
          {rules.map(({ about, rule }) => (
            <div key={rule}>
              <dt>{about}</dt>
              <dd>{rule}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
