import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { count } from '#app/values/wording.ts'

type Version = {
  number: number
  paragraphs: string[][]
  asksAgain: boolean
  published: string
  signed: string
}

/** The texts of a document, the newest open, and what else can be done with it. */
export function Versions(props: {
  document: { id: string; archived: boolean; version: number; versions: readonly Version[] }
  studio: { slug: string }
}) {
  const { studio } = props
  const { id, archived, version, versions } = props.document
  return (
    <div className="sections">
      <section aria-labelledby="versions">
        <div className="section-head">
          <h2 id="versions">{count(versions.length, 'version')}</h2>
          {!archived && (
            <Link className="button" to={paths.newDocumentVersion(studio, id)}>
              Publish a new version
            </Link>
          )}
        </div>
        {versions.map((one, i) => (
          <details key={one.number} open={i === 0}>
            <summary>
              Version {one.number}, {one.published}. {one.signed} signed
              {one.asksAgain && ', and everyone was asked again'}
            </summary>
            {one.paragraphs.map((lines) => (
              <p key={lines.join('\n')}>{lines.join(' ')}</p>
            ))}
          </details>
        ))}
      </section>
      <Form method="post" action={paths.archiveDocument(studio, id)}>
        <HiddenFields values={{ version: String(version), back: archived ? 'on' : '' }} />
        <button type="submit" className="button quiet">
          {archived ? 'Use this document again' : 'Archive this document'}
        </button>
      </Form>
    </div>
  )
}
