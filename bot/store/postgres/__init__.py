"""The store on a server of PostgreSQL, which several processes may share."""
