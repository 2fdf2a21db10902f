import { paths } from '#app/paths.ts'

/** The other languages an entry is written in, each by its own name. */
export function OtherLanguages(props: {
  studio: { slug: string }
  exerciseId: string
  languages: readonly { code: string; name: string }[]
}) {
  const { studio, exerciseId, languages } = props
  if (languages.length === 0) return null
  return (
    <p className="soft not-print">
      {languages.map(({ code, name }) => (
        <a key={code} href={paths.exercise(studio, exerciseId, code)} lang={code}>
          {name}{' '}
        </a>
      ))}
    </p>
  )
}
