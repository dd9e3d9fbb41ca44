-- What columns hold whose names do not say it, or say something else elsewhere. Renaming them would take two versions.
comment on column decision_message.id is 'the id of the decision, decisionId in the API';
comment on column decision_message.sent_at is
  'when the decision was released to the back office; decision_notification.sent_at is the delivery of its notification';
comment on column authorization_request.changed_at is 'when an import last changed the bill since received_at';
comment on column authorization_request.changed_in is
  'the transaction that last wrote the bill; the trigger authorization_request_notes_change notes it';
comment on column incident.row_key is 'the key of the case in addresses; row, hash or caseHash in the API';
