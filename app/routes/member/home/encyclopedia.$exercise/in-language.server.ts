import {
  languageShown,
  languagesOf,
  nameOfLanguage,
  ownLanguage,
  translated,
} from '#app/domain/training/translations.ts'

type Written = Parameters<typeof translated>[0]

/**
 * An entry in the language that the address asks for (`?lang=de`), else in the browser's where its
 * reader is signed in: what everybody is told is kept for everybody. With the others it is in.
 */
export function inLanguage<Shown extends Written>(
  { url, request }: { url: URL; request: Request },
  studio: { locale: string },
  signedIn: boolean,
  written: Shown,
) {
  const own = ownLanguage(studio)
  const language = languageShown(written.translations, own, {
    asked: (url.searchParams.get('lang') ?? '').slice(0, 2),
    accept: signedIn ? (request.headers.get('Accept-Language') ?? '') : '',
  })
  const { translations, ...exercise } = translated(written, language)
  return {
    exercise,
    language: language ?? undefined,
    languages: languagesOf(translations, own)
      .filter((code) => code !== (language ?? own))
      .map((code) => ({ code, name: nameOfLanguage(code) })),
  }
}
