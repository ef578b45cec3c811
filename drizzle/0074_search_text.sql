-- A text as searches compare it: in lower case by Unicode's rules, whatever the locale of the database, with one Greek sigma, and without the Turkish difference between i and ı.
CREATE FUNCTION "search_text"(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN translate(lower($1 COLLATE "pg_c_utf8"), 'ςı', 'σi');--> statement-breakpoint
-- In the locale C, `École` and `école` were two names of a merchant. All but the oldest of them get the end of their id, so that names stay unique.
DO $$
BEGIN
	UPDATE "properties" p SET "name" = left(p."name", 80) || ' (' || right(p."id"::text, 6) || ')'
	FROM (SELECT "id", row_number() OVER (PARTITION BY "merchant_id", "search_text"("name") ORDER BY "id") AS place FROM "properties") named
	WHERE named."id" = p."id" AND named.place > 1;
	UPDATE "units" u SET "name" = left(u."name", 80) || ' (' || right(u."id"::text, 6) || ')'
	FROM (SELECT "id", row_number() OVER (PARTITION BY "property_id", "search_text"("name") ORDER BY "id") AS place FROM "units") named
	WHERE named."id" = u."id" AND named.place > 1;
END $$;
