import { Link } from '@remix-run/react'
import type { NewsLine } from '#app/domain/overview/members-words.ts'
import { paths } from '#app/paths.ts'

/** What others changed about people since someone last looked. */
export function PeopleNewsList(props: {
  studio: { slug: string }
  since: string
  news: readonly NewsLine[]
}) {
  const { studio, since, news } = props
  return (
    <section aria-labelledby="news">
      <h2 id="news">Since you last looked</h2>
      <p className="muted">{since}, by others</p>
      {news.length === 0 ? (
        <p>Nothing has changed.</p>
      ) : (
        <dl className="news">
          {news.map(({ what, people, more }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {people.map(({ id, name }, i) => (
                  <span key={id}>
                    {i > 0 && ', '}
                    <Link to={paths.managePerson(studio, id)}>{name}</Link>
                  </span>
                ))}
                {more > 0 && ` and ${more.toLocaleString('en-GB')} more`}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
