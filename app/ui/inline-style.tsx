import { useContext } from 'react'
import { OwnInline } from './own-inline.ts'

/**
 * A `<style>` element with CSS of our own making; React would escape the quotes of CSS given as a
 * child. It is told to the page's policy here, where it is written.
 */
export function InlineStyle({ css }: { css: string }) {
  useContext(OwnInline)?.styles.push(css)
  return <style dangerouslySetInnerHTML={{ __html: css }} />
}

/**
 * The style of a part that only some pages show, beside the part: most pages do not carry it. In the
 * browser it keeps the text it was sent.
 */
export function PartStyle({ name }: { name: string }) {
  const sources = useContext(OwnInline)
  return <DocumentStyle name={name} css={sources ? sources.partOf(name) : null} />
}

/**
 * The same in the document's head, for pages that a browser takes over: there `css` is null and the
 * element keeps the text it was sent, so that no script carries styles and nothing differs. `name`
 * is one of a document.
 */
export function DocumentStyle({ name, css }: { name: string; css: string | null }) {
  const text = css ?? document.querySelector(`style[data-name="${name}"]`)?.textContent ?? ''
  useContext(OwnInline)?.styles.push(text)
  return <style data-name={name} dangerouslySetInnerHTML={{ __html: text }} />
}
