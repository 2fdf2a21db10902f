-- A lead of someone who was erased before erasing ended it is lost as of then: nobody can answer it.
UPDATE leads SET state = 'lost', next_ref = NULL, next_at = NULL, version = version + 1,
  closed_at = coalesce(closed_at, (SELECT whose.erased_at FROM people AS whose
    WHERE whose.id = leads.person_id)),
  stage_since = (SELECT whose.erased_at FROM people AS whose WHERE whose.id = leads.person_id),
  stage_id = coalesce((SELECT stage.id FROM lead_stages AS stage
    WHERE stage.studio_id = leads.studio_id AND stage.pipeline_id = leads.pipeline_id
      AND stage.kind = 'lost' ORDER BY stage.position LIMIT 1), stage_id)
WHERE state IN ('open', 'nurture')
  AND person_id IN (SELECT id FROM people WHERE erased_at IS NOT NULL);
