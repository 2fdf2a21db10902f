import { paths } from '#app/paths.ts'
import type { NoSuchStudio } from './refusal-page.ts'

/** Studios that may have been meant by an address that names none. */
export function NearStudios({ near }: NoSuchStudio) {
  if (near.length === 0) return null
  return (
    <p>
      Did you mean{' '}
      {near.map(({ slug, name, town }, i) => (
        <span key={slug}>
          {i > 0 && (i === near.length - 1 ? ' or ' : ', ')}
          <a href={paths.timetable({ slug })}>{town ? `${name}, ${town}` : name}</a>
        </span>
      ))}
      ?
    </p>
  )
}
