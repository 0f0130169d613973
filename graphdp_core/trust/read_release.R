# Reads the data of this release. It needs R and no package.
#
#   source("read_release.R")
#   release <- read_release()      # in the folder where the zip was unpacked
#   release$statement              # what is promised
#   release$tables$statistics      # numbers of the true graph, with intervals
#   release$tables$targets         # the same for statnet and EpiModel
#   release$graph                  # an igraph or a network object, where a package is there

read_release <- function(folder = ".") {
  path_of <- function(name) {
    plain <- file.path(folder, name)
    if (file.exists(plain)) plain else paste0(plain, ".gz")
  }
  raw <- readLines(file.path(folder, "certificate.json"), warn = FALSE, encoding = "UTF-8")
  json <- paste(raw, collapse = "\n")
  text_of <- function(key) {
    pattern <- sprintf('"%s":\\s*"((?:[^"\\\\]|\\\\.)*)"', key)
    said <- regmatches(json, regexec(pattern, json, perl = TRUE))[[1]]
    if (length(said) < 2) "" else plain_text(said[2])
  }
  listed <- regmatches(json, gregexpr('"([^"]+)":\\s*\\{[^{}]*"sha256":\\s*"[0-9a-f]{64}"[^{}]*\\}', json, perl = TRUE))[[1]]
  names_of <- sub('^"([^"]+)".*$', "\\1", gsub("\n", " ", listed))
  sums <- sub('^.*"sha256":\\s*"([0-9a-f]{64})".*$', "\\1", gsub("\n", " ", listed))
  check_sums(folder, names_of, sums)
  tables <- list()
  for (name in names_of[grepl("\\.csv(\\.gz)?$", names_of)]) {
    rows <- utils::read.csv(file.path(folder, name), check.names = FALSE, encoding = "UTF-8",
                            colClasses = "character", na.strings = character())
    for (column in names(rows)) {
      cells <- sub("^'(?='*[=+@\\t\\r-])", "", rows[[column]], perl = TRUE) # as spreadsheets are spared
      is_name <- column %in% c("node", "source", "target", "group", "other")
      rows[[column]] <- if (is_name) cells else utils::type.convert(cells, as.is = TRUE, na.strings = "")
    }
    tables[[sub("\\.csv(\\.gz)?$", "", name)]] <- rows
  }
  list(statement = text_of("statement"), not_protected = text_of("not_protected"),
       tables = tables, graph = graph_of(tables))
}

plain_text <- function(said) {
  said <- gsub('\\"', '"', said, fixed = TRUE)
  repeat {
    at <- regexpr("\\\\u[0-9a-fA-F]{4}", said)
    if (at < 0) return(said)
    letter <- intToUtf8(strtoi(substring(said, at + 2, at + 5), 16L))
    said <- paste0(substring(said, 1, at - 1), letter, substring(said, at + 6))
  }
}

check_sums <- function(folder, names, sums) {
  sha256 <- if (requireNamespace("openssl", quietly = TRUE)) {
    function(path) as.character(openssl::sha256(file(path)))
  } else if (requireNamespace("digest", quietly = TRUE)) {
    function(path) digest::digest(path, algo = "sha256", file = TRUE)
  } else {
    message("The checksums were not compared: install openssl or digest, or run graphdp verify.")
    return(invisible(NULL))
  }
  for (i in seq_along(names)) {
    if (!identical(sha256(file.path(folder, names[i])), sums[i])) {
      stop(names[i], " is not the file of this release: unpack the zip again.")
    }
  }
}

graph_of <- function(tables) {
  if (is.null(tables$nodes) || is.null(tables$edges)) return(NULL)
  if (requireNamespace("igraph", quietly = TRUE)) {
    return(igraph::graph_from_data_frame(tables$edges, directed = FALSE, vertices = tables$nodes))
  }
  if (requireNamespace("network", quietly = TRUE)) {
    ends <- cbind(match(tables$edges$source, tables$nodes$node), match(tables$edges$target, tables$nodes$node))
    made <- network::network.initialize(nrow(tables$nodes), directed = FALSE)
    network::add.edges(made, ends[, 1], ends[, 2])
    network::network.vertex.names(made) <- tables$nodes$node
    return(made)
  }
  NULL
}
