import { paths } from '#app/paths.ts'
import { Icon } from '#app/ui/icon/icon.tsx'

/**
 * Finds studios by name, town or discipline; below it, words that find some. Styles: `search`,
 * `button`.
 */
export function SearchForm({ q, suggestions }: { q: string; suggestions: readonly string[] }) {
  return (
    <>
      <search>
        <form className="search" method="get" action={`${paths.landing()}#found`}>
          <div className="ask-one">
            <label htmlFor="q">Studio, town or what you do</label>
            <small className="soft" id="q-hint">
              For example Northside, Leeds or judo
            </small>
            <input
              id="q"
              name="q"
              type="search"
              maxLength={80}
              autoComplete="off"
              aria-describedby="q-hint"
              defaultValue={q}
            />
          </div>
          <button className="button primary big" type="submit">
            <Icon name="search" />
            Find studios
          </button>
        </form>
      </search>
      {suggestions.length > 0 && (
        <p className="soft links">
          {suggestions.map((name) => (
            <a key={name} href={`${paths.landing({ q: name.toLowerCase() })}#found`}>
              {name}
            </a>
          ))}
        </p>
      )}
    </>
  )
}
