import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'

type Props = {
  studio: { slug: string }
  writes: boolean
  file: { id: string; name: string; signed: boolean }
  versions: { number: number; words: string; by: string }[]
  shares: { id: string; live: boolean; words: string; opened: string }[]
  links: { what: string; name: string }[]
  choices: { value: string; label: string }[]
}

/** What a file belongs to, its versions and its links, each with what can be done about it. */
export function FileAside({ studio, writes, file, versions, shares, links, choices }: Props) {
  const act = (name: 'versions' | 'links' | 'shares' | 'removal') =>
    paths.manageFileAct(studio, file.id, name)
  return (
    <aside className="aside">
      <section>
        <h2>Belongs to</h2>
        {links.length === 0 && <p className="muted">Nothing in particular.</p>}
        <ul>
          {links.map(({ what, name }) => (
            <li key={what}>
              <Form method="post" action={act('links')} className="file-row">
                <span>{name}</span>
                <input type="hidden" name="what" value={what} />
                {writes && (
                  <button type="submit" className="button quiet small" name="act" value="detach">
                    Take off<span className="vh"> {name}</span>
                  </button>
                )}
              </Form>
            </li>
          ))}
        </ul>
        {writes && choices.length > 0 && (
          <Form method="post" action={act('links')} className="file-row" noValidate>
            <label className="vh" htmlFor="attach">
              Class or course
            </label>
            <select id="attach" name="what" required defaultValue="">
              <option value="">Choose a class or course</option>
              {choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <button type="submit" className="button small" name="act" value="attach">
              Attach
            </button>
          </Form>
        )}
      </section>
      <section>
        <h2>Versions</h2>
        <ul>
          {versions.map(({ number, words, by }) => (
            <li key={number}>
              <a href={paths.manageFileAct(studio, file.id, 'content', { version: number })}>
                Version {number}
              </a>{' '}
              <span className="muted">
                {words}. {by}
              </span>
            </li>
          ))}
        </ul>
        {writes && !file.signed && (
          <Form
            method="post"
            action={act('versions')}
            encType="multipart/form-data"
            className="file-row"
            noValidate
          >
            <label className="vh" htmlFor="newer">
              Newer version
            </label>
            <input id="newer" type="file" name="file" required />
            <button type="submit" className="button small">
              Add a version
            </button>
          </Form>
        )}
      </section>
      {writes && (
        <section>
          <h2>Share by link</h2>
          <p className="muted">Anyone with the link can open the newest version until it ends.</p>
          <ul>
            {shares.map(({ id, live, words, opened }) => (
              <li key={id}>
                <Form method="post" action={act('shares')} className="file-row">
                  <span>
                    {words}, {opened}
                  </span>
                  <input type="hidden" name="end" value={id} />
                  {live && (
                    <button type="submit" className="button quiet small">
                      End<span className="vh"> this link</span>
                    </button>
                  )}
                </Form>
              </li>
            ))}
          </ul>
          <Form method="post" action={act('shares')} className="file-row">
            <label htmlFor="share-days">Works for</label>
            <select id="share-days" name="days" defaultValue="7">
              <option value="1">1 day</option>
              <option value="7">7 days</option>
              <option value="30">30 days</option>
              <option value="90">90 days</option>
            </select>
            <button type="submit" className="button small">
              Make a link
            </button>
          </Form>
        </section>
      )}
      {writes && !file.signed && (
        <section>
          <h2>Delete</h2>
          <p className="muted">All versions and links go with it. It can’t be undone.</p>
          <Form method="post" action={act('removal')}>
            <button type="submit" className="button bad">
              Delete {file.name}
            </button>
          </Form>
        </section>
      )}
    </aside>
  )
}
