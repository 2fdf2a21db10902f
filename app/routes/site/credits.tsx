import type { MetaFunction } from '@remix-run/cloudflare'
import { Main } from '#app/ui/layout/main.tsx'
import { SiteFrame } from '#app/ui/layout/site-frame.tsx'
import { pageTitle } from '#app/ui/page-title.ts'

export const meta: MetaFunction = (args) => pageTitle('Credits', args)

/** Names whose work is used, as its licences ask. */
export default function Credits() {
  return (
    <SiteFrame>
      <Main slim>
        <h1>Credits</h1>
        <p>
          The icons that studios choose for their classes are from the{' '}
          <a href="https://www.figma.com/community/file/1166831539721848736">Solar icon set</a> by
          480 Design, used under the{' '}
          <a href="https://creativecommons.org/licenses/by/4.0/">
            Creative Commons Attribution 4.0 licence
          </a>
          . About 650 of its linear icons are taken; their coordinates are rounded, and they are
          shown in the colours that a studio picks.
        </p>
      </Main>
    </SiteFrame>
  )
}
