-- What a conversation is about, so that it reopens with the same flow and patient. Earlier conversations have no
-- patient on record.

alter table conversations add column flow text, add column patient_id text;

update conversations set flow = (
  select flow from runs where conversation_id = conversations.id order by created_at desc, id desc limit 1
);
