import { Link } from '@remix-run/react'
import { pictureValue } from '#app/domain/storage/kept-image.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField } from '#app/ui/form/choice-field.tsx'
import { shownValue } from '#app/ui/form/field-frame.tsx'
import { openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { ImagePicker } from '#app/ui/picker/image-picker.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

export type BioData = {
  studio: { slug: string }
  personId: string
  name: string
  own: boolean
  /** It is on the studio's page. */
  agreed: boolean
  version: number
  values: { text: string; photo: string; shown: string }
  rules: FormRules
}

/** A public bio: what its person writes and agrees to, or what a manager writes for them. */
export function BioPage({ data, answer }: { data: BioData; answer: PageFormAnswer | undefined }) {
  const { studio, personId, name, own, agreed, version, values, rules } = data
  const form = useLiveForm('bio', ['text', 'photo', 'shown'], { answer, values, rules })
  const { fields } = form
  const back = own ? paths.manageMyWork(studio) : paths.manageStaffWork(studio, personId)
  return (
    <>
      <BackLink to={back}>{own ? 'Your work' : `${name}’s work`}</BackLink>
      <PageHead
        title={own ? 'Your public bio' : `Public bio of ${name}`}
        intro={
          agreed
            ? 'Anyone can read it on the studio’s page.'
            : 'It is not shown to anyone but managers.'
        }
        actions={
          <Link className="button quiet" to={paths.coaches(studio)}>
            Coaches page
          </Link>
        }
      />
      {!own && (
        <p className="notice">
          {name} has to agree before it is shown. After you change it, they are asked again.
        </p>
      )}
      <LiveFormBody of={form} className="sheet-form" encType="multipart/form-data">
        <HiddenFields values={{ version: openedVersion(answer, version) }} />
        <TextareaField field={fields.text} label="Bio" hint="At most 1,200 characters." />
        <ImagePicker
          field={fields.photo}
          label="Photo (optional)"
          hint="JPEG, PNG, WebP, AVIF or a still GIF, at most 20 MB."
          value={pictureValue(shownValue(fields.photo))}
          upload={paths.managePictures(studio, 'staff')}
        />
        {own && (
          <CheckboxField
            field={fields.shown}
            label="Show my bio and photo on the studio’s public page"
          />
        )}
        <FormEnd sending="Saving…" cancel={back}>
          Save
        </FormEnd>
      </LiveFormBody>
    </>
  )
}
