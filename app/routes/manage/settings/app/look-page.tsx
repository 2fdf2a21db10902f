import { Link } from '@remix-run/react'
import { pictureValue } from '#app/domain/storage/kept-image.ts'
import {
  brandColours,
  pickedHex,
  studioColourOf,
} from '#app/domain/studios/brand/suggested-colours.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { shownValue } from '#app/ui/form/field-frame.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { ColourPicker } from '#app/ui/picker/colour-picker.tsx'
import { ImagePicker } from '#app/ui/picker/image-picker.tsx'
import type { FormRules } from '#app/values/field-rules.ts'
import { LookContrast } from './look-contrast.tsx'
import { LookPreview } from './look-preview.tsx'
import { SaveOrPreview } from './save-or-preview.tsx'
import type { Viewer } from './viewers.ts'

/** The studio's look: colour and logo, what was measured of it, and how it will be seen. */
export function LookPage(props: {
  studio: { slug: string; name: string }
  as: Viewer
  rules: FormRules
  values: { colour: string; logo: string; key: string }
  version: string
  /** The main navigation as members see it. */
  tabs: readonly string[]
  answer: PageFormAnswer | undefined
}) {
  const { studio, as, rules, values, version, tabs, answer } = props
  const form = useLiveForm('look', ['colour', 'logo', 'key'] as const, { answer, values, rules })
  const { colour, logo, key } = form.fields
  const picked = pickedHex(shownValue(colour)) ?? pickedHex(values.colour)!
  const look = studioColourOf(picked)
  const picture = pictureValue(shownValue(logo))
  return (
    <>
      <BackLink to={paths.manageSettings(studio)}>Settings</BackLink>
      <PageHead
        title="App"
        intro="What members see on the web and on their phones: your colour and your logo."
        actions={
          <>
            <Link className="button" to={paths.manageFeatures(studio)}>
              Features
            </Link>
            <Link className="button" to={paths.manageMenu(studio)}>
              Menu and home
            </Link>
            <Link className="button" to={paths.manageNotice(studio)}>
              Maintenance notice
            </Link>
          </>
        }
      />
      <div className="split previewed">
        <div>
          <LiveFormBody of={form} className="sheet-form" encType="multipart/form-data">
            <HiddenFields
              values={{
                key: String(key.initialValue ?? ''),
                version: openedVersion(answer, version),
              }}
            />
            <ColourPicker
              field={colour}
              label="Colour"
              hint="We make it lighter or darker where needed so that text is easy to read."
              none={false}
              {...brandColours}
            />
            <ImagePicker
              field={logo}
              label="Logo (optional)"
              hint="Square, at least 192 pixels. JPEG, PNG, WebP, AVIF or a still GIF, at most 20 MB."
              value={picture}
              upload={paths.managePictures(studio, 'brand')}
            />
            <SaveOrPreview />
          </LiveFormBody>
          <LookContrast picked={picked} look={look} />
        </div>
        <LookPreview
          studio={studio}
          as={as}
          look={look}
          logo={picture?.url ?? ''}
          tabs={tabs}
          path={(viewer) => paths.manageApp(studio, { as: viewer })}
        />
      </div>
    </>
  )
}
