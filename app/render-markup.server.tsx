import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { partOf } from '#app/styles/inline.ts'
import { type InlineSources, OwnInline } from '#app/ui/own-inline.ts'

/** A rendered page, with the inline styles and scripts that are our own. */
export type RenderedMarkup = {
  markup: string
  styles: string[]
  /** Null where the page uses none: then none may run at all. */
  scripts: string[] | null
}

/**
 * Renders a page: as markup that React can take over where it `hydrates`, else without its markers.
 * Styles are known from the components that wrote them, the framework's scripts by a random mark
 * that nothing injected can carry.
 */
export function renderMarkup(
  page: ReactElement,
  { hydrates }: { hydrates: boolean },
): RenderedMarkup {
  const sources: InlineSources = {
    styles: [],
    usesScripts: false,
    mayHydrate: hydrates,
    scriptMark: crypto.randomUUID(),
    partOf,
  }
  const app = <OwnInline.Provider value={sources}>{page}</OwnInline.Provider>
  const marked = hydrates ? renderToString(app) : renderToStaticMarkup(app)
  const mark = ` nonce="${sources.scriptMark}"`
  return {
    // These have nothing in them and may close themselves, which React does not write.
    markup: marked.replaceAll(mark, '').replaceAll(/><\/(?:path|rect|circle)>/g, '/>'),
    styles: sources.styles,
    scripts: sources.usesScripts ? scriptsWith(marked, mark) : null,
  }
}

/** What stands inside the script elements that carry the mark. */
function scriptsWith(markup: string, mark: string): string[] {
  return markup
    .split('<script')
    .slice(1)
    .flatMap((element) => {
      const opened = element.indexOf('>')
      if (!element.slice(0, opened).includes(mark)) return []
      return [element.slice(opened + 1, element.indexOf('</script>'))]
    })
}
