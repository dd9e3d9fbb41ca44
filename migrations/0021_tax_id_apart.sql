-- Tax ids are shown on some networks only: `provider.answer` is kept without `tin`, and a search appends it where
-- the network shows it.
update provider set answer = regexp_replace(answer, '"tin":(null|"([^"\\]|\\.)*"),', '');
