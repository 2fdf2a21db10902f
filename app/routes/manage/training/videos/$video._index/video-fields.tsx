import type { VideoAccess } from '#app/db/studio/day/videos-words.ts'
import { pictureValue } from '#app/domain/storage/kept-image.ts'
import { accessWords } from '#app/domain/videos/video-words.ts'
import { paths } from '#app/paths.ts'
import { HiddenFields } from '#app/ui/form/buttons.tsx'
import { CheckboxField, SelectField } from '#app/ui/form/choice-field.tsx'
import { shownValue } from '#app/ui/form/field-frame.tsx'
import { errorsOf, openedVersion, type PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { FormEnd } from '#app/ui/form/form-end.tsx'
import { LiveFormBody, useLiveForm } from '#app/ui/form/live-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { TextareaField } from '#app/ui/form/textarea-field.tsx'
import { TickFields } from '#app/ui/form/tick-fields.tsx'
import { ImagePicker } from '#app/ui/picker/image-picker.tsx'
import type { FormRules } from '#app/values/field-rules.ts'

const names = [
  ...(['title', 'about', 'credit', 'link', 'state', 'exercise', 'onShelf', 'access'] as const),
  ...(['plans', 'levelId', 'length', 'chapters', 'captionsLanguage', 'captionsFile'] as const),
  'poster',
] as const

type Choice = { value: string; label: string }

/** What is said of a video and who sees it. Style: `picker`. */
export function VideoFields(props: {
  studio: { slug: string }
  rules: FormRules
  answer: PageFormAnswer | undefined
  video: { id: string; kind: 'file' | 'link'; captions: boolean; plans: string[] }
  values: Partial<Record<Exclude<(typeof names)[number], 'plans'> | 'version', string>>
  choices: { plans: { id: string; name: string }[]; levels: Choice[] }
}) {
  const { studio, rules, answer, video, values, choices } = props
  const { version, ...texts } = values
  const form = useLiveForm('video', names, { answer, values: texts, rules })
  const f = form.fields
  const captionsWrong = errorsOf(answer, 'captionsFile')[0]
  return (
    <LiveFormBody of={form} className="sheet-form" encType="multipart/form-data">
      <HiddenFields values={{ version: openedVersion(answer, version ?? null) }} />
      <TextField field={f.title} label="Title" autoComplete="off" />
      {video.kind === 'link' && (
        <TextField field={f.link} label="Link" inputMode="url" autoComplete="off" />
      )}
      <SelectField
        field={f.state}
        label="Who sees it"
        options={[
          { value: 'draft', label: 'Staff only: it is a draft' },
          { value: 'published', label: 'Members: it is published' },
        ]}
      />
      <TextField
        field={f.exercise}
        label="Exercise (optional)"
        hint="Everyone who looks that exercise up sees the video with it."
        autoComplete="off"
      />
      <CheckboxField field={f.onShelf} label="On the members’ shelf of videos" />
      <SelectField
        field={f.access}
        label="Who watches it on the shelf"
        options={(Object.keys(accessWords) as VideoAccess[]).map((value) => ({
          value,
          label: accessWords[value],
        }))}
      />
      {choices.plans.length > 0 && (
        <TickFields
          field={f.plans}
          legend="Plans, where it is by plan"
          choices={choices.plans}
          chosen={video.plans}
          answer={answer}
        />
      )}
      {choices.levels.length > 0 && (
        <SelectField
          field={f.levelId}
          label="Level, where it is by level"
          empty="None"
          options={choices.levels}
        />
      )}
      <TextareaField field={f.about} label="About (optional)" rows={3} />
      <TextField field={f.length} label="Length (optional)" hint="Such as 12:30" />
      <TextareaField
        field={f.chapters}
        label="Chapters (optional)"
        hint="One a line: a time and a name, such as 0:45 Entry"
        rows={4}
      />
      <TextField
        field={f.credit}
        label="Who made it, and its licence (optional)"
        autoComplete="off"
      />
      <ImagePicker
        field={f.poster}
        label="Poster (optional)"
        hint="Seen before it plays, 16 by 9. A picture of at most 20 MB."
        value={pictureValue(shownValue(f.poster))}
        upload={paths.managePictures(studio, 'classes')}
      />
      {video.kind === 'file' && (
        <>
          <div className={captionsWrong ? 'field wrong' : 'field'}>
            <label htmlFor="video-captionsFile">Captions (optional)</label>
            <p className="hint" id="captions-hint">
              {video.captions
                ? 'It has captions. A new file replaces them.'
                : 'A WebVTT file (.vtt)'}
            </p>
            {captionsWrong && <p className="bad">{captionsWrong}</p>}
            <input
              id="video-captionsFile"
              type="file"
              name="captionsFile"
              accept=".vtt,text/vtt"
              aria-describedby="captions-hint"
            />
          </div>
          {video.captions && (
            <label className="tick">
              <input type="checkbox" name="captionsNone" value="on" />
              <span>Remove its captions</span>
            </label>
          )}
          <TextField
            field={f.captionsLanguage}
            label="Language of the captions"
            hint="Such as en or de"
            autoComplete="off"
          />
        </>
      )}
      <FormEnd sending="Saving…" cancel={paths.manageVideos(studio)}>
        Save video
      </FormEnd>
    </LiveFormBody>
  )
}
