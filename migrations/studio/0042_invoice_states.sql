-- The state of an invoice or credit note follows from its lines, and that of an invoice from its credit notes (SM-INV),
-- whoever changes them.
CREATE TRIGGER `invoice_state_of_line` AFTER UPDATE OF state, invoice_id ON `open_items`
WHEN new.invoice_id IS NOT NULL
BEGIN
  UPDATE invoices SET state = (
    SELECT CASE
      WHEN invoices.state = 'uncollectible' THEN 'uncollectible'
      WHEN lines.live = 0 THEN 'void'
      WHEN lines.open > 0 THEN 'open'
      WHEN invoices.kind = 'credit_note' THEN 'paid'
      WHEN lines.given_back >= lines.live_minor THEN 'refunded'
      WHEN lines.given_back > 0 THEN 'partly_refunded'
      ELSE 'paid' END
    FROM (
      SELECT sum(line.state <> 'void') AS live, sum(line.state = 'open') AS open,
        coalesce(sum(line.amount_minor) FILTER (WHERE line.state <> 'void'), 0) AS live_minor,
        (SELECT -coalesce(sum(note.total_minor), 0) FROM invoices AS note
          WHERE note.studio_id = new.studio_id AND note.credits_invoice_id = invoices.id)
          - coalesce(sum(line.amount_minor) FILTER (WHERE line.state = 'void'), 0) AS given_back
      FROM open_items AS line
      WHERE line.studio_id = new.studio_id AND line.invoice_id = invoices.id
    ) AS lines)
  WHERE invoices.studio_id = new.studio_id AND invoices.id IN (new.invoice_id,
    (SELECT note.credits_invoice_id FROM invoices AS note WHERE note.id = new.invoice_id));
END;
