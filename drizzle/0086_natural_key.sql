-- The natural sort key of a name: in lower case, with each number padded to twenty digits, so that `Unit 2` comes before `Unit 10`.
CREATE FUNCTION "natural_key"(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN (SELECT coalesce(string_agg(CASE WHEN part.found[1] ~ '^[0-9]' THEN lpad(part.found[1], greatest(20, length(part.found[1])), '0') ELSE part.found[1] END, '' ORDER BY part.place), '')
	FROM regexp_matches(search_text($1), '[0-9]+|[^0-9]+', 'g') WITH ORDINALITY AS part(found, place));
