import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { InlineStyle } from '#app/ui/inline-style.tsx'
import { useOwnScripts } from '#app/ui/own-inline.ts'
import { contentSecurityPolicy } from './http/content-security-policy.server.ts'
import { renderMarkup } from './render-markup.server.tsx'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Attributes that write text into an element as it is. */
const raw = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } })

/** A page in which someone has got markup of theirs, as a slip of ours might let them. */
function Page({ injected, scripted = false }: { injected: string; scripted?: boolean }) {
  return (
    <html lang="en">
      <body>
        <InlineStyle css="b{color:red}" />
        <div {...raw(injected)} />
        {scripted && <Framework />}
      </body>
    </html>
  )
}

function Framework() {
  return <script nonce={useOwnScripts()} {...raw('start()')} />
}

const policyOf = (page: React.ReactElement, hydrates: boolean) =>
  contentSecurityPolicy(renderMarkup(page, { hydrates }))

const attack = '<script>steal()</script><style>body{background:url(//evil.example)}</style>'

test('an injected style is not allowed beside our own', async () => {
  const policy = await policyOf(<Page injected={attack} />, false)
  expect(policy).toContain(`style-src ${hash('b{color:red}')};`)
})

test('on a page without scripts an injected one does not even lift the ban, whatever it names', async () => {
  for (const injected of [
    attack,
    '<script src="/storage/v1/object/public/Images/x.js"></script>',
  ]) {
    const policy = await policyOf(<Page injected={injected} />, false)
    expect(policy).toContain("script-src 'none';")
    expect(policy).not.toContain('connect-src')
  }
})

test('on a page with scripts of ours an injected one is not allowed beside them', async () => {
  for (const injected of [attack, '<script nonce="guess">steal()</script>']) {
    const policy = await policyOf(<Page injected={injected} scripted />, true)
    expect(policy).toContain(`script-src 'self' ${hash('start()')};`)
  }
})

test('markup that breaks out of our own script is not allowed by its hash', async () => {
  function Broken() {
    const html = 'start("</script><script>steal()</script>")'
    return <script nonce={useOwnScripts()} {...raw(html)} />
  }
  const policy = await policyOf(<Broken />, true)
  expect(policy).not.toContain(hash('steal()'))
})

test('the mark of our scripts is not sent', () => {
  const { markup } = renderMarkup(<Page injected="" scripted />, { hydrates: true })
  expect(markup).toContain('<script>start()</script>')
  expect(markup).not.toContain('nonce')
})
